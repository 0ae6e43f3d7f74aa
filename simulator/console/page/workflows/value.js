import { html } from '../shared/html.js'

/**
 * Input for the value of a condition, by its type.
 * @param {{
 *   value: any, kind: 'text' | 'number' | 'boolean' | 'date', options?: string[], list?: boolean, onChange: (value: any) => void,
 * }} props
 */
export function Value({ value, kind, options, list = false, onChange }) {
  if (list) {
    const text = [value].flat().map(String).join('\n')
    const change = (event) =>
      onChange(
        event.currentTarget.value
          .split('\n')
          .filter((one) => one !== '')
          .map((one) => parsed(one, kind)),
      )
    return html`<label>Values, one a line <textarea class="value" rows="2" value=${text} onChange=${change} /></label>`
  }
  if (kind === 'boolean') {
    return html`<label>Value <select class="value" value=${String(value)} onChange=${(event) => onChange(event.currentTarget.value === 'true')}>
      <option value="true" selected=${value === true}>Yes</option><option value="false" selected=${value === false}>No</option></select></label>`
  }
  if (options) {
    return html`<label>Value <select class="value" value=${value} onChange=${(event) => onChange(event.currentTarget.value)}>
      ${options.map((one) => html`<option value=${one} selected=${one === value}>${one}</option>`)}</select></label>`
  }
  const type = { number: 'number', date: 'date' }[kind] ?? 'text'
  return html`<label>Value <input class="value" type=${type} step="any" value=${value ?? ''}
    onInput=${(event) => onChange(parsed(event.currentTarget.value, kind))} /></label>`
}

/** @param {string} text @param {string} kind */
function parsed(text, kind) {
  if (kind === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
  if (kind === 'boolean') return text === 'true'
  return text
}
