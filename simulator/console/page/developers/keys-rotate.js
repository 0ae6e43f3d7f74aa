import { useState } from 'preact/hooks'
import { useResponse } from '../shared/api.js'
import { ConfirmDialog } from '../shared/dialog.js'
import { html } from '../shared/html.js'

/** Grace periods in which the old key is accepted beside the new one. */
const OVERLAPS = { 86400: 'A day', 3600: 'An hour', 0: 'None: the old key is refused at once' }

/**
 * Replaces a key. The dialog names the grace period of the old key and the scopes that the new one has; a scope that was
 * retired is not carried over (VER-022).
 * @param {any} props
 */
export function Rotate({ task, of: key, onRotate }) {
  const [overlap, setOverlap] = useState('86400')
  const groups = useResponse(key.type === 'sk' ? '/scopes' : undefined).answer?.data
  const known = new Set(groups?.flatMap(({ scopes }) => scopes.map(({ name }) => name)))
  const kept = key.scopes.filter((scope) => known.has(scope))
  const retired = groups ? key.scopes.filter((scope) => !known.has(scope)) : []
  const more = html`
    <label class="stacked">Grace period of the old key
      <select name="overlap" value=${overlap} onChange=${(event) => setOverlap(event.currentTarget.value)}>
        ${Object.entries(OVERLAPS)
          .toReversed()
          .map(
            ([seconds, label]) =>
              html`<option value=${seconds} selected=${seconds === overlap}>${label}</option>`,
          )}
      </select></label>
    ${
      key.type === 'sk' &&
      html`<p>The new key has ${kept.length} ${kept.length === 1 ? 'scope' : 'scopes'}:</p>
      <ul class="scope-list">${kept.map((scope) => html`<li><code>${scope}</code></li>`)}</ul>`
    }
    ${
      retired.length > 0 &&
      html`<p class="warn">Retired, not carried over: ${retired.map((scope) => html`<code>${scope}</code> `)}. Create a new key to
      choose other scopes.</p>`
    }`
  return html`<${ConfirmDialog} task=${task} ask=${`Rotate the key …${key.hint ?? '????'}?`} yes="Rotate now" more=${more}
    onYes=${() => onRotate({ overlap, ...(key.type === 'sk' && { scopes: kept }) })}
    disabled=${key.type === 'sk' && !groups} why="The scopes are not known yet">Rotate<//>`
}
