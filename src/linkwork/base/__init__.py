"""What all describe with: points, measures, loads, orientations, shapes. No kind of joint or force is known here."""
