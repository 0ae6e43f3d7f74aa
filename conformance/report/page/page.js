'use strict'

const search = document.querySelector('#search')
const shown = document.querySelector('#shown')
const chips = [...document.querySelectorAll('.chip')]
const rows = [...document.querySelectorAll('tbody tr')].map((element) => ({
  element,
  text: element.textContent.toLowerCase(),
}))
const checks = [...document.querySelectorAll('.check')].map((element) => ({
  element,
  text: `${element.id} ${element.querySelector('summary').textContent} ${[
    ...element.querySelectorAll('.expectations a'),
  ]
    .map((link) => link.textContent)
    .join(' ')}`.toLowerCase(),
}))

/** Shows what has every word that is searched for, and an outcome whose button is pressed. */
function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  const off = new Set(
    chips
      .filter((chip) => chip.getAttribute('aria-pressed') === 'false')
      .map((chip) => chip.dataset.standing),
  )
  let count = 0
  for (const { element, text } of [...rows, ...checks]) {
    const fits = !off.has(element.dataset.standing) && words.every((word) => text.includes(word))
    element.hidden = !fits
    if (fits && element.matches('tr')) count++
  }
  shown.textContent = `${count} of ${rows.length} requirements`
}

/** A link leads to what it names even when that is filtered away or folded. */
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!target) return
  target.hidden = false
  if (target.matches('details')) target.open = true
  target.scrollIntoView()
}

for (const chip of chips) {
  chip.addEventListener('click', () => {
    chip.setAttribute('aria-pressed', String(chip.getAttribute('aria-pressed') === 'false'))
    filter()
  })
}
search.addEventListener('input', filter)
search.form.addEventListener('submit', (event) => event.preventDefault())
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && event.target !== search && !event.ctrlKey && !event.metaKey) {
    event.preventDefault()
    search.focus()
  }
  if (event.key === 'Escape' && event.target === search) {
    search.value = ''
    filter()
  }
})
window.addEventListener('hashchange', reveal)
filter()
reveal()
