// Draws the plots of a report: one pane for each run, or all runs in one pane, with a common cursor and zoom.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const choice = name => document.getElementById(name);
  const dashes = [null, [7, 3], [2, 2], [9, 3, 2, 3], [12, 4], [4, 4]];
  const dash = (plot, index) => plot.jumpy ? null : dashes[index % dashes.length]; // dashes drown in noise
  const settings = { along: "time_s", over: choice("arrange")?.value === "over", smooth: 1 };
  const compared = {}; // plot name: index of the curve that is laid over each other
  let panes = []; // those on the page: {graph, rows, plot, keys, box, cursor, values, chart}
  let moving = false; // whether a zoom is being passed on

  const colours = 12; // --c0 … of the styles
  const colour = index => getComputedStyle(document.documentElement).getPropertyValue("--c" + index % colours).trim();
  const variable = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  /** A number as it is read: 12,345 or 0.0123 or 1.2×10⁻⁹. */
  function shown(value, digits = 4) {
    if (value === null || !isFinite(value)) return "–";
    const size = Math.abs(value);
    if (size !== 0 && (size < 1e-4 || size >= 1e9)) {
      const [mantissa, power] = value.toExponential(Math.min(digits - 1, 2)).split("e");
      const raised = String(+power).replace(/./g, c => "⁰¹²³⁴⁵⁶⁷⁸⁹"["0123456789".indexOf(c)] ?? "⁻");
      return (mantissa.includes(".") ? mantissa.replace(/\.?0+$/, "") : mantissa) + "×10" + raised;
    }
    return (size >= 10 ** digits ? Math.round(value) : +value.toPrecision(digits)).toLocaleString("en-GB", { maximumFractionDigits: 12 });
  }

  /** Mean of each value and those before it; holes stay holes. */
  function smoothed(values, width) {
    if (width <= 1) return values;
    const result = new Array(values.length);
    let sum = 0, count = 0;
    for (let k = 0; k < values.length; ++k) {
      if (values[k] !== null) { sum += values[k]; ++count; }
      if (k >= width && values[k - width] !== null) { sum -= values[k - width]; --count; }
      result[k] = values[k] === null || count === 0 ? null : sum / count;
    }
    return result;
  }

  /** What the panes of a plot show: for each pane its runs and curves. */
  function panes_of(plot) {
    const curve_key = (run, curve, index, label, tint) => ({ run, column: curve.column, label, tint, dash: dash(plot, index) });
    if (settings.over && data.runs.length > 1) {
      const curve = plot.curves[compared[plot.name] ?? 0];
      return [{ name: "", keys: data.runs.map((run, k) => curve_key(run, curve, k, run.name, k)).filter(key => key.run.columns[key.column]) }];
    }
    return data.runs.map(run => ({
      name: data.runs.length > 1 ? run.name : "",
      keys: plot.curves.map((curve, k) => curve_key(run, curve, k, curve.label, k)).filter(key => run.columns[key.column]),
    }));
  }

  /**
   * Rows for dygraphs: x, then a value for each curve. Runs laid over each other need not have the same x: there
   * null is what is joined, and NaN a hole.
   */
  function rows_of(plot, keys) {
    const rows = new Map();
    keys.forEach((key, k) => {
      const xs = key.run.columns[settings.along], values = smoothed(key.run.columns[key.column], settings.smooth);
      values.forEach((value, j) => {
        if (!rows.has(xs[j])) rows.set(xs[j], [xs[j], ...new Array(keys.length).fill(null)]);
        const usable = value !== null && (!plot.logarithmic || value > 0);
        rows.get(xs[j])[k + 1] = usable ? value / plot.size : settings.over ? NaN : null;
      });
    });
    return [...rows.values()].sort((a, b) => a[0] - b[0]);
  }

  /** Both ends of x over all runs. */
  function full_width() {
    let low = Infinity, high = -Infinity;
    for (const run of data.runs) {
      const xs = run.columns[settings.along];
      low = Math.min(low, xs[0]);
      high = Math.max(high, xs[xs.length - 1]);
    }
    return high > low ? [low, high] : [low - 0.5, high + 0.5];
  }

  /** The common y range of a plot; in the overlay that of the one quantity. */
  function height_of(plot) {
    let [low, high] = plot.range;
    if (settings.over) {
      const column = plot.curves[compared[plot.name] ?? 0].column;
      const values = data.runs.flatMap(run => run.columns[column] ?? []).filter(v => v !== null && (!plot.logarithmic || v > 0));
      low = values.reduce((a, b) => Math.min(a, b), Infinity) / plot.size;
      high = values.reduce((a, b) => Math.max(a, b), -Infinity) / plot.size;
      if (low > high) [low, high] = plot.range;
    }
    if (plot.logarithmic) return low > 0 ? [Math.max(low, 1e-4 * high) / 1.5, high * 1.5] : [1e-16, 1];
    const room = high > low ? 0.06 * (high - low) : Math.max(Math.abs(high), 1e-12) * 0.1;
    return [low >= 0 && low < 0.3 * high ? 0 : low - room, high + room];
  }

  function nearest_row(rows, x) {
    let low = 0, high = rows.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rows[middle][0] < x) low = middle + 1; else high = middle;
    }
    return low > 0 && x - rows[low - 1][0] < rows[low][0] - x ? low - 1 : low;
  }

  function along_text(x) {
    return settings.along === "step" ? "step " + shown(x, 9) : shown(x, 6) + " s";
  }

  /** The last value of a curve at or before a row: overlaid runs have different steps. */
  function value_at(rows, row, k) {
    while (settings.over && row > 0 && rows[row][k + 1] === null) --row;
    return rows[row][k + 1];
  }

  function sample(key) {
    return `<svg viewBox="0 0 26 10" aria-hidden="true"><line x1="0" y1="6" x2="26" y2="6" stroke="var(--c${key.tint % colours})" stroke-width="2.6"${key.dash ? ` stroke-dasharray="${key.dash}"` : ""}/></svg>`;
  }

  /** Puts the cursor of all panes at x, or takes it away for null. */
  function move_cursor(x) {
    for (const pane of panes) {
      const [left, right] = pane.graph.xAxisRange();
      const first = pane.rows[0][0], last = pane.rows[pane.rows.length - 1][0];
      const inside = x !== null && x >= left && x <= right && x >= first - 1e-9 && x <= last + 1e-9;
      pane.cursor.hidden = !inside;
      if (!inside) {
        pane.graph.clearSelection();
        pane.values.hidden = true;
        continue;
      }
      const row = nearest_row(pane.rows, x), at = pane.rows[row][0], area = pane.graph.getArea();
      pane.graph.setSelection(row);
      pane.cursor.style.left = pane.chart.offsetLeft + pane.graph.toDomXCoord(at) + "px";
      pane.cursor.style.top = pane.chart.offsetTop + area.y + "px";
      pane.cursor.style.height = area.h + "px";
      pane.values.innerHTML = `<b>${along_text(at)}${pane.keys.length > 1 && pane.plot.unit ? ", values in " + pane.plot.unit : ""}</b>`;
      pane.values.hidden = false;
      pane.keys.forEach((key, k) => {
        const item = document.createElement("span");
        item.innerHTML = `<b style="color:var(--c${key.tint % colours})">${shown(value_at(pane.rows, row, k))}</b> `;
        item.append(pane.keys.length > 1 ? key.label : pane.plot.unit);
        pane.values.append(item);
      });
      place_beside(pane);
    }
  }

  /** Puts the values beside the cursor, on the side that has more room; over it where neither has enough. */
  function place_beside(pane) {
    const at = pane.cursor.offsetLeft, wide = pane.box.clientWidth, own = pane.values.offsetWidth;
    const wanted = at < wide / 2 ? at + 10 : at - 10 - own;
    pane.values.style.left = Math.max(0, Math.min(wanted, wide - own)) + "px";
    pane.values.style.top = pane.cursor.offsetTop + 4 + "px";
  }

  function zoom_all(window) {
    moving = true;
    for (const pane of panes) pane.graph.updateOptions({ dateWindow: window });
    moving = false;
  }
  function show_all() {
    moving = true;
    for (const pane of panes) pane.graph.updateOptions({ dateWindow: full_width(), valueRange: height_of(pane.plot) });
    moving = false;
  }

  /** Inputs as the background of a pane: bands while a body was held, lines for the rest. */
  function draw_marks(runs) {
    const spans = runs.flatMap(run => {
      const steps = run.columns.step.map(step => [step]), along = run.columns[settings.along];
      return run.marks.map(mark => [along[nearest_row(steps, mark.from)], along[nearest_row(steps, mark.to)]]);
    });
    return (canvas, area, graph) => {
      canvas.save();
      for (const [from, to] of spans) {
        const left = graph.toDomXCoord(from);
        canvas.fillStyle = variable(to > from ? "--held" : "--cursor");
        canvas.fillRect(left, area.y, to > from ? graph.toDomXCoord(to) - left : 1, area.h);
      }
      canvas.restore();
    };
  }

  /** Touch scrolls the page and a tap puts the cursor; everything else as dygraphs has it. */
  function interaction() {
    const model = { ...Dygraph.defaultInteractionModel, dblclick: show_all };
    for (const touch of ["touchstart", "touchmove", "touchend"]) delete model[touch];
    return model;
  }

  function draw_pane(plot, part, box, parts) {
    const pane = document.createElement("div");
    pane.className = "pane";
    pane.tabIndex = 0;
    pane.setAttribute("role", "img");
    pane.setAttribute("aria-label", plot.title + (part.name ? ", " + part.name : ""));
    const name = document.createElement("p"), values = document.createElement("p"), chart = document.createElement("div");
    const cursor = document.createElement("div");
    if (part.name) {
      name.innerHTML = `<span class="key run-${data.runs.findIndex(run => run.name === part.name) % colours}"></span>`;
      name.append(part.name);
      pane.append(name);
    }
    values.className = "values";
    chart.className = "chart";
    cursor.className = "cursor";
    cursor.hidden = true;
    values.hidden = true;
    pane.append(chart, cursor, values);
    box.append(pane);
    if (part.keys.length === 0) {
      chart.textContent = "not recorded";
      return;
    }
    const rows = rows_of(plot, part.keys);
    const labels = part.keys.map((key, k) => key.label + "\u200b".repeat(k)); // two runs may have one name
    const series = {};
    labels.forEach((label, k) => { series[label] = { strokePattern: part.keys[k].dash }; });
    const graph = new Dygraph(chart, rows, {
      labels: [settings.along, ...labels],
      series,
      colors: part.keys.map(key => colour(key.tint)),
      strokeWidth: plot.jumpy ? 1.1 : 1.6,
      legend: "never",
      logscale: plot.logarithmic,
      valueRange: height_of(plot),
      dateWindow: full_width(),
      xlabel: settings.along === "step" ? "step" : "time, s",
      gridLineColor: variable("--grid"),
      axisLineColor: variable("--line"),
      highlightCircleSize: 3,
      connectSeparatedPoints: settings.over,
      interactionModel: interaction(),
      underlayCallback: draw_marks([...new Set(part.keys.map(key => key.run))]),
      highlightCallback: (event, x) => { if (!moving) { moving = true; move_cursor(x); moving = false; } },
      unhighlightCallback: () => { if (!moving) { moving = true; move_cursor(null); moving = false; } },
      drawCallback: (drawn, initial) => { if (!initial && !moving) zoom_all(drawn.xAxisRange()); },
      axes: {
        x: { axisLabelFormatter: value => shown(value, 5), pixelsPerLabel: box.clientWidth / parts < 400 ? 36 : 60 },
        y: { axisLabelFormatter: value => shown(value, 3), axisLabelWidth: 58, pixelsPerLabel: 28 },
      },
    });
    const entry = { graph, rows, plot, keys: part.keys, box: pane, cursor, values, chart };
    panes.push(entry);
    pane.addEventListener("keydown", event => move_by_key(event, entry));
  }

  /** Arrow keys lead the cursor along a pane that has the focus. */
  function move_by_key(event, pane) {
    const steps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -50, PageDown: 50, Home: -Infinity, End: Infinity }[event.key];
    if (!steps) return;
    event.preventDefault();
    const now = pane.graph.getSelection();
    const row = Math.max(0, Math.min(pane.rows.length - 1, (now < 0 ? 0 : now) + steps));
    move_cursor(pane.rows[row][0]);
  }

  function draw_legend(plot, box) {
    box.textContent = "";
    if (settings.over && plot.curves.length > 1) {
      const select = document.createElement("select");
      select.setAttribute("aria-label", "Quantity of " + plot.title);
      plot.curves.forEach((curve, k) => select.append(new Option(curve.label, k)));
      select.value = compared[plot.name] ?? 0;
      select.onchange = () => { compared[plot.name] = +select.value; draw(); };
      box.append(select);
    }
    const keys = settings.over ? panes_of(plot)[0].keys : plot.curves.map((curve, k) => ({ label: curve.label, tint: k, dash: dash(plot, k) }));
    for (const key of keys) {
      const item = document.createElement("span");
      item.innerHTML = sample(key);
      item.append(key.label + (plot.unit ? " [" + plot.unit + "]" : ""));
      box.append(item);
    }
  }

  function draw() {
    for (const pane of panes) pane.graph.destroy();
    panes = [];
    for (const plot of data.plots) {
      const card = document.getElementById("plot-" + plot.name), box = card.querySelector(".panes");
      const parts = panes_of(plot);
      box.textContent = "";
      box.style.setProperty("--columns", Math.min(parts.length, 4));
      draw_legend(plot, card.querySelector(".legend"));
      for (const part of parts) draw_pane(plot, part, box, innerWidth > 720 ? parts.length : 1);
    }
  }

  choice("along").onchange = event => { settings.along = event.target.value; draw(); };
  choice("smooth").onchange = event => { settings.smooth = +event.target.value; draw(); };
  if (choice("arrange"))
    choice("arrange").onchange = event => { settings.over = event.target.value === "over"; draw(); };
  choice("all").onclick = show_all;
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  document.querySelector(".controls").hidden = false;
  draw();
  document.documentElement.dataset.plots = panes.length;
})();
