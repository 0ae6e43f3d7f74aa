'use strict'

/** Rows and checks that are drawn at once; a click draws the others. */
const FIRST = 100
/** Failed checks that are open at first. */
const OPEN_AT_FIRST = 10
const WRONG = ['fail', 'unexpected_pass']

const search = document.querySelector('#search')
const shown = document.querySelector('#shown')
const chips = [...document.querySelectorAll('.chip')]
const slug = (id) => id.replace(/[^A-Za-z0-9-]/g, '-')

/** Creates an element with attributes and children; texts become text nodes. */
function el(tag, attributes, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

/** A `details` whose content is drawn when it is first opened. */
function folded(attributes, summary, draw) {
  const details = el('details', attributes, el('summary', {}, ...summary))
  details.addEventListener('toggle', () => open(details), { once: true })
  drawers.set(details, draw)
  return details
}
const drawers = new WeakMap()

function open(details) {
  const draw = drawers.get(details)
  drawers.delete(details)
  if (draw) details.append(...draw())
  details.open = true
}

const more = (text) => el('span', { class: 'more' }, text)
const link = (to) => el('a', { href: `#${slug(to)}` }, to)
const outcome = ({ standing, outcome: text }) => el('span', { class: `outcome ${standing}` }, text)

function row(requirement) {
  const { id, level, text, reason, standing, checks } = requirement
  return el(
    'tr',
    { id, 'data-standing': standing },
    el('th', { scope: 'row' }, link(id)),
    el('td', {}, level),
    el('td', {}, outcome(requirement)),
    el('td', {}, text, ...(reason ? [el('span', { class: 'reason' }, reason)] : [])),
    el('td', {}, ...checks.map(link)),
  )
}

function section(check) {
  const { id, standing } = check
  return folded(
    { class: 'check', id: slug(id), 'data-standing': standing },
    [outcome(check), ' ', el('span', { class: 'name' }, id), ' ', more(check.more)],
    () => [
      el(
        'dl',
        {},
        ...check.facts.flatMap(([name, text]) => [el('dt', {}, name), el('dd', {}, text)]),
      ),
      el('ul', { class: 'expectations' }, ...check.expectations.map(expectation)),
      ...check.exchanges.map(exchange),
      ...(check.faults.length > 0 ? [faults(check.faults)] : []),
    ],
  )
}

function expectation({ requirement, expected, got, holds, after }) {
  const word = holds ? 'holds' : 'broken'
  return el(
    'li',
    { class: word },
    el('span', { class: 'mark' }, word),
    ' ',
    link(requirement),
    ` expected ${expected}`,
    ...(holds ? [] : [', got ', el('code', {}, got)]),
    ...(after > 0 ? [' ', more(`after #${after}`)] : []),
  )
}

function exchange({ title, status, texts, command, error }) {
  return folded({ class: 'exchange' }, [`${title} `, more(status)], () => [
    // A scrollable box can be reached by keyboard, too.
    ...texts.map((text, i) => {
      const name = i === 0 ? (command ? 'Command' : 'Request') : 'Response'
      return el(
        'pre',
        {
          tabindex: '0',
          role: 'region',
          'aria-label': `${name} of ${title}`,
          ...(i === 0 && command && { class: 'command' }),
        },
        text,
      )
    }),
    ...(error ? [el('p', { class: 'error' }, error)] : []),
  ])
}

function faults(known) {
  const title = `Known to find ${known.length} ${known.length === 1 ? 'fault' : 'faults'}`
  return folded({ class: 'faults' }, [title], () => [
    el(
      'ul',
      {},
      ...known.map(({ fault, breaks }) => el('li', {}, `a service that ${fault} `, more(breaks))),
    ),
  ])
}

/** A list that draws its first items, and the rest at a click. */
function list(place, button, draw) {
  let items = []
  let drawn = 0
  const upTo = (most) => {
    place.append(...items.slice(drawn, most).map(draw))
    drawn = Math.max(drawn, Math.min(most, items.length))
    button.hidden = drawn === items.length
    button.textContent = `Show all ${items.length}`
  }
  button.addEventListener('click', () => upTo(items.length))
  return {
    show(next) {
      items = next
      drawn = 0
      place.replaceChildren()
      upTo(FIRST)
    },
    /** Draws the items up to this one. */
    reach(item) {
      const at = items.indexOf(item)
      if (at >= drawn) upTo(at + 1)
      return at >= 0
    },
  }
}

function start({ rows, checks }) {
  const textOf = (...parts) => parts.flat().join(' ').toLowerCase()
  const words = new Map([
    ...rows.map((one) => [
      one,
      textOf(one.id, one.level, one.outcome, one.text, one.reason ?? '', one.checks),
    ]),
    ...checks.map((one) => [
      one,
      textOf(
        one.id,
        one.outcome,
        one.more,
        one.expectations.map(({ requirement }) => requirement),
      ),
    ]),
  ])
  const rowList = list(document.querySelector('tbody'), document.querySelector('#more-rows'), row)
  const checkList = list(
    document.querySelector('#found'),
    document.querySelector('#more-checks'),
    section,
  )
  const passing = document.querySelector('#passing')
  const passingList = list(
    document.querySelector('#passed'),
    document.querySelector('#more-passed'),
    section,
  )
  let passed = []
  // A link or a search may have drawn them before the event comes.
  passing.addEventListener('toggle', () => {
    if (passing.open && !document.querySelector('#passed').hasChildNodes()) passingList.show(passed)
  })

  /** Shows the items that contain every search word and have a selected outcome. */
  function filter() {
    const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean)
    const off = new Set(
      chips
        .filter((chip) => chip.getAttribute('aria-pressed') === 'false')
        .map((chip) => chip.dataset.standing),
    )
    const fits = (one) =>
      !off.has(one.standing) && wanted.every((word) => words.get(one).includes(word))
    const found = rows.filter(fits)
    rowList.show(found)
    const judged = checks.filter(fits)
    passed = judged.filter(({ standing }) => standing === 'pass')
    checkList.show(judged.filter(({ standing }) => standing !== 'pass'))
    passing.hidden = passed.length === 0
    passing.querySelector('summary').textContent =
      `${passed.length} ${passed.length === 1 ? 'check' : 'checks'} passed`
    // Opens the checks that a search found.
    passing.open = wanted.length > 0
    passingList.show(passing.open ? passed : [])
    shown.textContent = `${found.length} of ${rows.length} requirements`
  }

  /** Opens the target of a link even if it is filtered, folded or not drawn yet. */
  function reveal() {
    const name = decodeURIComponent(location.hash.slice(1))
    if (!name) return
    const requirement = rows.find(({ id }) => id === name)
    const check = checks.find(({ id }) => slug(id) === name)
    if (!requirement && !check) return document.getElementById(name)?.scrollIntoView()
    if (requirement && !rowList.reach(requirement)) {
      rowList.show([requirement])
    }
    if (check?.standing === 'pass') {
      if (!passed.includes(check)) passed = [check, ...passed]
      passing.hidden = false
      passing.open = true
      passingList.show(passed)
      passingList.reach(check)
    } else if (check && !checkList.reach(check)) checkList.show([check])
    const target = document.getElementById(name)
    if (target?.matches('details')) open(target)
    target?.scrollIntoView()
    target?.setAttribute('data-target', '')
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
  for (const details of [...document.querySelectorAll('#found > details')]
    .filter(({ dataset }) => WRONG.includes(dataset.standing))
    .slice(0, OPEN_AT_FIRST))
    open(details)
  reveal()
}

/** The page contains the data compressed: with all traffic it is ten times as large. */
async function read() {
  const packed = document.querySelector('#data').textContent.trim()
  const bytes = Uint8Array.from(atob(packed), (char) => char.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Response(stream).json()
}

read().then(start, (error) => {
  shown.textContent = `This browser cannot read the report: ${error.message}`
})
