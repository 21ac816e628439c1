"""Style sheet and script of the report; both go into the file itself."""

STYLE = """
:root{--ink:#2B2F36;--grey:#6B7480;--line:#E3E7EB;--paper:#fff;--wash:#F6F8FA;--blue:#0072B2}
*{box-sizing:border-box}
body{margin:0;background:var(--wash);color:var(--ink);
font:15px/1.5 'Source Sans 3','Segoe UI',Helvetica,Arial,sans-serif}
main{max-width:1120px;margin:0 auto;padding:28px 24px 60px}
header{margin-bottom:18px}
h1{font-size:28px;line-height:1.2;margin:0 0 4px}
h2{font-size:18px;margin:34px 0 12px}
h3{font-size:14px;margin:0 0 6px;color:var(--grey);letter-spacing:.04em}
.lead{margin:0;color:var(--grey)}
.card,.chart{background:var(--paper);border:1px solid var(--line);border-radius:8px;padding:14px 16px;margin:0}
.card svg,.chart svg{display:block;width:100%;height:auto}
.film>svg,.still svg{margin:0 auto;max-height:max(240px,calc(100vh - 205px))}
.two .film>svg{max-height:440px}.film figcaption{margin:10px 0 0;font-weight:400}
.player{display:flex;flex-wrap:wrap;gap:8px 12px;align-items:center;margin-top:10px}
.player button{font:inherit;min-width:84px;padding:5px 12px;border:1px solid var(--blue);border-radius:6px;
background:var(--blue);color:#fff;cursor:pointer}
.player button:hover{filter:brightness(1.1)}
.player input{flex:1 1 150px;accent-color:var(--blue);min-width:80px}
.player output{font-variant-numeric:tabular-nums;min-width:92px;text-align:right}
.player select{font:inherit;padding:4px 6px;border:1px solid var(--line);border-radius:6px;
background:#fff;color:var(--ink)}
.two{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(460px,100%),1fr));gap:16px}
.tables{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(460px,100%),1fr));gap:16px;align-items:start}
.tables>.card{min-width:0}.wide{grid-column:1/-1}
figcaption{font-weight:600;margin-bottom:6px}
.unit{color:var(--grey);font-weight:400}
.chart svg{cursor:crosshair;touch-action:pan-y}
.legend{display:flex;flex-wrap:wrap;gap:2px 16px;font-size:13px;margin-top:4px}
.key{white-space:nowrap}.key svg{display:inline-block;width:22px;height:8px;margin-right:5px;vertical-align:middle}
.key output{color:var(--grey);font-variant-numeric:tabular-nums}
.remark{color:var(--grey);font-size:13px;margin:4px 0 0}
.status{list-style:none;margin:0;padding:0}
.status li{padding:3px 0 3px 26px;position:relative}
.status li:before{position:absolute;left:4px;content:"\\2022";color:var(--grey)}
.status .good:before{content:"\\2713";color:#009E73;font-weight:700}
.status .bad:before{content:"!";color:#D55E00;font-weight:700;left:7px}
.status .bad{color:#A84300}
.scroll{overflow-x:auto}
table{border-collapse:collapse;min-width:min(100%,480px);font-size:14px}
th{text-align:left;font-weight:600;color:var(--grey);border-bottom:1px solid #C9D0D8;padding:4px 22px 4px 0;
white-space:nowrap}
td{border-bottom:1px solid var(--line);padding:4px 22px 4px 0;vertical-align:top}
tr:last-child td{border-bottom:0}
.r{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.free{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(420px,100%),1fr));gap:16px;align-items:start}
.free svg{width:auto;max-width:100%}.equation{margin:0 0 10px;font-size:14px}
.below{margin-top:16px}.worked{margin-top:8px}.worked td{white-space:nowrap}math{font-size:16px}
footer{margin-top:36px;color:var(--grey);font-size:13px}
@media (max-width:560px){main{padding:18px 12px 40px}h1{font-size:23px}.card,.chart{padding:10px 12px}
.player input{order:5;flex-basis:100%}.player output{flex:1}td,th{padding-right:12px}}
@media print{.film>svg,.still svg{max-height:none}body{background:#fff;font-size:12px}main{max-width:none;padding:0}
.player{display:none}.card,.chart{break-inside:avoid}.cursor,.key output{display:none}}
"""

SCRIPT = """
document.querySelectorAll('.film').forEach(function (card) {
  'use strict';
  var data = JSON.parse(card.querySelector('script').textContent);
  var times = data.t, last = times.length - 1, box = card.querySelector('.parts'), groups = [];
  box.querySelectorAll('[data-k]').forEach(function (g) { groups[+g.getAttribute('data-k')] = g; });
  var slider = card.querySelector('.slider'), clock = card.querySelector('.clock');
  var button = card.querySelector('.play'), speed = card.querySelector('.speed');
  var charts = data.charts ? Array.prototype.slice.call(document.querySelectorAll('.chart')) : [];
  var now = times[0], playing = false, before = 0, drawn = -1;

  function frameAt(t) {
    var low = 0, high = last;
    while (high - low > 1) { var m = (low + high) >> 1; if (times[m] <= t) { low = m; } else { high = m; } }
    if (last === 0) { return [0, 0, 0]; }
    return [low, high, Math.min(1, Math.max(0, (t - times[low]) / (times[high] - times[low])))];
  }
  function between(a, b, f) { return b ? a.map(function (v, i) { return v + f * (b[i] - v); }) : a; }
  function setPoints(shape, p) {
    var words = [], i;
    if (shape.tagName === 'line') {
      shape.setAttribute('x1', p[0]); shape.setAttribute('y1', p[1]);
      shape.setAttribute('x2', p[2]); shape.setAttribute('y2', p[3]);
      return;
    }
    for (i = 0; i < p.length; i += 2) { words.push(p[i].toFixed(1) + ',' + p[i + 1].toFixed(1)); }
    shape.setAttribute('points', words.join(' '));
  }
  function drawParts(f) {
    data.parts.forEach(function (part) {
      var rows = part.s || part.p, a = rows[f[0]], b = rows[f[1]], g = groups[part.k];
      if (f[2] > 0.5 && !a) { a = b; }
      g.style.display = a ? 'inline' : 'none';
      if (!a) { return; }
      var p = between(a, b, f[2]);
      if (part.s) { g.setAttribute('transform', 'translate(' + p[0].toFixed(2) + ' ' + p[1].toFixed(2) + ')'); }
      else { setPoints(g.firstElementChild, p); }
    });
    var near = f[2] > 0.5 ? f[1] : f[0];
    if (data.order.length && near !== drawn) {
      data.order[near].forEach(function (k) { box.appendChild(groups[k]); });
      drawn = near;
    }
  }
  function figure(v) {
    if (v === null || v === undefined) { return ''; }
    var size = Math.abs(v);
    var far = size >= 1e5 || (size > 0 && size < 1e-3);
    var words = (far ? v.toExponential(2) : String(+v.toPrecision(4))).split('e');
    var power = words[1] ? '×10' + raised(String(+words[1])) : '';
    return words[0].replace('-', '−') + power;
  }
  function raised(digits) {
    return digits.replace(/./g, function (d) { return d === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[d]; });
  }
  function drawCharts(f) {
    charts.forEach(function (chart) {
      var svg = chart.querySelector(':scope > svg'), d = svg.dataset, line = svg.querySelector('.cursor');
      var x = +d.x0 + (now - d.t0) / (d.t1 - d.t0) * (d.x1 - d.x0);
      line.setAttribute('x1', x); line.setAttribute('x2', x); line.setAttribute('opacity', 0.7);
      var rows = data.charts[+chart.dataset.c];
      chart.querySelectorAll('.key output').forEach(function (o, n) {
        var a = rows[n][f[0]], b = rows[n][f[1]];
        o.textContent = figure(a === null || b === null ? a : a + f[2] * (b - a));
      });
    });
  }
  function show(t) {
    now = Math.min(times[last], Math.max(times[0], t));
    var f = frameAt(now);
    drawParts(f); drawCharts(f);
    slider.value = last ? 1000 * (now - times[0]) / (times[last] - times[0]) : 0;
    clock.textContent = 't = ' + now.toFixed(data.digits).replace('-', '−') + ' s';
  }
  function step(stamp) {
    if (!playing) { return; }
    var next = now + (stamp - before) / 1000 * (speed ? speed.value : data.speed);
    before = stamp;
    show(next > times[last] ? times[0] : next);
    requestAnimationFrame(step);
  }
  function play(on) {
    playing = on && last > 0;
    button.textContent = playing ? 'Pause' : 'Play';
    if (playing) { before = performance.now(); requestAnimationFrame(step); }
  }
  button.addEventListener('click', function () { play(!playing); });
  slider.addEventListener('input', function () {
    play(false); show(times[0] + slider.value / 1000 * (times[last] - times[0]));
  });
  charts.forEach(function (chart) {
    var svg = chart.querySelector(':scope > svg'), d = svg.dataset;
    function point(event) {
      if (event.type === 'pointermove' && !event.buttons) { return; }
      var r = svg.getBoundingClientRect(), x = (event.clientX - r.left) / r.width * svg.viewBox.baseVal.width;
      play(false); show(+d.t0 + (x - d.x0) / (d.x1 - d.x0) * (d.t1 - d.t0));
    }
    svg.addEventListener('pointerdown', point); svg.addEventListener('pointermove', point);
  });
  document.addEventListener('keydown', function (event) {
    if (event.key === ' ' && event.target === document.body) { event.preventDefault(); play(!playing); }
  });
  var asked = /t=([-+.\\de]+)/.exec(window.location.hash);
  show(asked ? +asked[1] : times[0]);
  play(!speed && !asked && !window.matchMedia('(prefers-reduced-motion: reduce)').matches);
});
"""
