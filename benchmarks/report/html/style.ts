/**
 * Style of the report: one column on narrow screens, two plots side by side on wide ones, light or
 * dark by preference.
 */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #ffffff; --panel: #f6f7f9; --text: #1c2128; --quiet: #57606a; --grid: #d8dee4; --bad: #b3261e; --warn: #7a5200;
  --series-0: #0b62c4; --series-1: #6e7781; --series-2: #b35900; --series-3: #8b3fc7; --series-4: #14804a; --series-5: #c2255c;
  --series-6: #007d8a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f1318; --panel: #181d24; --text: #e6edf3; --quiet: #9aa5b1; --grid: #303841; --bad: #ff8a80; --warn: #f2c05c;
    --series-0: #58a6ff; --series-1: #a3adb8; --series-2: #f0a04b; --series-3: #c893f5; --series-4: #4cc38a; --series-5: #ff7aa2;
    --series-6: #4fd0dd;
  }
}
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1400px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 1.6rem; margin: 0 0 4px; }
h2 { font-size: 1.15rem; margin: 36px 0 8px; }
h3 { font-size: 0.95rem; margin: 0 0 8px; }
p { margin: 4px 0; }
.quiet { color: var(--quiet); }
.badge { display: inline-block; border: 1px solid var(--warn); color: var(--warn); border-radius: 4px; padding: 0 8px; }
.bad { color: var(--bad); font-weight: 600; }
ul { margin: 8px 0; padding-left: 20px; }
.scroll { overflow-x: auto; margin: 0 0 20px; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.scroll table { white-space: nowrap; }
.scroll th, .scroll td { padding: 5px 12px; border-bottom: 1px solid var(--grid); text-align: right; }
.scroll th { color: var(--quiet); font-weight: 600; }
.scroll th:first-child, .scroll td:first-child { text-align: left; padding-left: 0; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 480px), 1fr)); gap: 16px; }
figure { margin: 0; padding: 16px; background: var(--panel); border-radius: 8px; min-width: 0; }
.u-legend { color: var(--text); text-align: left; margin-top: 8px; }
.u-legend.u-inline .u-series { white-space: nowrap; }
.u-legend .u-series > * { min-height: 24px; line-height: 24px; }
:focus-visible { outline: 2px solid var(--series-0); outline-offset: 2px; }
.u-legend th { color: var(--text); font-weight: 400; padding: 2px 4px; border: 0; }
.u-legend td { border: 0; padding: 2px 4px; }
`
