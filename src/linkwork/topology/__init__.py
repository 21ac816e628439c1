"""What is joined to what: counts, spanning trees and elimination orders. Knows no numbers."""
