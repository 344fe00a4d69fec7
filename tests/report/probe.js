// Put into a report by browser_test.cpp: looks at the page from within, and leaves what it found as JSON in it.
addEventListener("load", () => {
  const seen = { over: 0, requests: performance.getEntriesByType("resource").length };
  const charts = () => [...document.querySelectorAll(".chart")];
  const coloured = chart => {
    const canvas = chart.querySelector("canvas");
    const bytes = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    let count = 0;
    for (let k = 0; k < bytes.length; k += 4) {
      const rgb = [bytes[k], bytes[k + 1], bytes[k + 2]];
      if (bytes[k + 3] > 0 && Math.max(...rgb) - Math.min(...rgb) > 60) ++count;
    }
    return count;
  };
  seen.plots = charts().map(coloured);

  const top = charts()[0].querySelectorAll("canvas")[1], area = top.getBoundingClientRect();
  const middle = { clientX: area.left + area.width / 2, clientY: area.top + area.height / 2, bubbles: true };
  top.dispatchEvent(new MouseEvent("mousemove", middle));
  seen.cursors = document.querySelectorAll(".cursor:not([hidden])").length;
  seen.read = document.querySelector(".values:not([hidden])").textContent;
  seen.outside = [...document.querySelectorAll(".values:not([hidden])")].filter(values => {
    const own = values.getBoundingClientRect(), pane = values.closest(".pane").getBoundingClientRect();
    return own.left < pane.left - 1 || own.right > pane.right + 1;
  }).length;
  seen.wide = document.documentElement.scrollWidth <= innerWidth;
  seen.page = getComputedStyle(document.body).backgroundColor;

  const arrange = document.getElementById("arrange");
  if (arrange) {
    arrange.value = "over";
    arrange.dispatchEvent(new Event("change"));
    seen.over = charts().filter(chart => coloured(chart) > 0).length;
  }
  const found = document.createElement("pre");
  found.id = "probe";
  found.textContent = JSON.stringify(seen);
  document.body.append(found);
});
