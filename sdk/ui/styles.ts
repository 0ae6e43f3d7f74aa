/** Every colour and size of the page is a custom property of the host, with a default here. */
const CSS = `
:host { display: block; container-type: inline-size }
* { box-sizing: border-box }
.page {
  --text: var(--vskit-text, light-dark(#1b1f24, #e6e8eb));
  --soft: var(--vskit-soft, light-dark(#545c66, #a6adb6));
  --line: var(--vskit-line, light-dark(#d5dae0, #3b4149));
  --edge: var(--vskit-edge, light-dark(#7b8490, #808995));
  --back: var(--vskit-background, light-dark(#fff, #1b1e22));
  --raised: var(--vskit-raised, light-dark(#f5f8fc, #23282e));
  --accent: var(--vskit-accent, light-dark(#0b57b7, #8ab8ff));
  --on-accent: var(--vskit-on-accent, light-dark(#fff, #0b1a2e));
  --good: var(--vskit-good, light-dark(#14692f, #6fd08c));
  --danger: var(--vskit-danger, light-dark(#b3141e, #ff8f94));
  --radius: var(--vskit-radius, 8px);
  padding: var(--vskit-padding, 1.4rem 1.6rem); color: var(--text); background: var(--back);
  border: 1px solid var(--line); border-radius: calc(var(--radius) * 1.5);
  font: var(--vskit-font, 1rem/1.5 system-ui, sans-serif); overflow-wrap: anywhere; text-align: start
}
h2 { margin: .2rem 0 .8rem; font-size: 1.4em; line-height: 1.25 }
h2:focus { outline: none }
h3 { margin: 0 0 .3rem; font-size: 1.05em }
p { margin: .5rem 0 }
.mode { margin: 0 0 1rem; padding: .35rem .8rem; font-size: .88em; border-radius: var(--radius); color: light-dark(#4d3b00, #ffe9a8); background: light-dark(#fff3cd, #453709) }
.where { margin: 0 0 .4rem; color: var(--soft); font-size: .9em }
ol { display: flex; gap: .35rem; margin: 0 0 1.2rem; padding: 0; list-style: none }
li.bar { flex: 1 1 0; height: 5px; border-radius: 3px; background: var(--line) }
li.submitted { background: var(--good) }
li[aria-current] { background: var(--accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px }
label, legend, .label { display: block; padding: 0; font-weight: 600 }
.field { margin: 1rem 0; padding: 0; border: 0; min-width: 0 }
.wrong { padding-inline-start: .8rem; box-shadow: -4px 0 var(--danger) }
.wrong:dir(rtl) { box-shadow: 4px 0 var(--danger) }
.hint, .optional { font-weight: 400; color: var(--soft) }
.hint { margin: .1rem 0 .3rem; font-size: .92em }
.problem { margin: .1rem 0 .3rem; color: var(--danger); font-weight: 600 }
input:not([type=radio], [type=checkbox], [type=file]) { display: block; width: 100%; margin-top: .3rem; padding: .6rem .7rem; font: inherit; color: inherit; background: var(--back); border: 1px solid var(--edge); border-radius: var(--radius) }
input[type=number], input[type=date] { max-width: 14rem }
.choice { display: flex; gap: .7rem; margin: .4rem 0; padding: .55rem .8rem; font-weight: 400; border: 1px solid var(--line); border-radius: var(--radius); cursor: pointer }
.choice:has(:checked) { border-color: var(--accent); background: var(--raised) }
.choice input { flex: none; width: 1.15rem; height: 1.15rem; margin: .18rem 0 0; accent-color: var(--accent) }
.group { min-width: 0; margin: 1rem 0; padding: .2rem 1rem .6rem; border: 1px solid var(--line); border-radius: var(--radius) }
.group > legend { padding: 0 .4rem }
button { display: block; width: 100%; margin: .9rem 0 .3rem; padding: .7rem 1rem; font: inherit; font-weight: 650; color: var(--on-accent); background: var(--accent); border: 2px solid var(--accent); border-radius: var(--radius); cursor: pointer }
label.file { margin-top: .5rem; padding: .6rem 1rem; text-align: center; color: var(--accent); border: 2px dashed var(--edge); border-radius: var(--radius); cursor: pointer }
label.file:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px }
output { display: block; margin-top: .3rem }
button.second { color: var(--accent); background: none }
button.grave { color: var(--danger); background: none; border-color: var(--danger) }
button.link { width: auto; margin: 0; padding: .3rem 0; font-weight: 400; font-size: .92em; color: var(--soft); background: none; border: 0; text-decoration: underline; text-align: start }
button[aria-disabled] { opacity: .65; cursor: progress }
footer { margin-top: 1.4rem; padding-top: .8rem; border-top: 1px solid var(--line) }
.problems { margin: 0 0 1rem; padding: .7rem 1rem; border: 2px solid var(--danger); border-radius: var(--radius) }
.problems ul { margin: 0; padding-inline-start: 1.2rem }
.problems a { color: inherit }
canvas { display: block; width: 100%; max-width: 28rem; height: auto; margin: .8rem auto; border-radius: var(--radius); background: #11151a }
.prompt { font-size: 1.15em; font-weight: 650 }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
@container (max-width: 24rem) { .page { padding: 1rem } h2 { font-size: 1.2em } }
@media (forced-colors: active) { li.bar { border: 1px solid CanvasText } li.submitted { background: CanvasText } li[aria-current] { border: 3px solid Highlight } .wrong { border-inline-start: 4px solid CanvasText } }
@media print { button { display: none } }
`

const sheets = new WeakMap<Document, CSSStyleSheet>()

/**
 * A constructed style sheet: it works with a content security policy without `unsafe-inline`. Each document needs its own.
 */
export function stylesOf(page: Document): CSSStyleSheet {
  const known = sheets.get(page)
  if (known) return known
  const sheet = new (page.defaultView ?? globalThis).CSSStyleSheet()
  sheet.replaceSync(CSS)
  sheets.set(page, sheet)
  return sheet
}
