import { words } from '../shared/format.js'
import { html } from '../shared/html.js'
import { Field } from '../shared/parts.js'
import { DocumentList } from './documents.js'
import { Form } from './form.js'

const FACE_CHECKS = {
  none: 'Document only',
  selfie: 'Selfie, compared with the document photo',
  liveness: 'Active liveness, a guided face scan',
}

/** Creates a step with an unused id. @param {string} type @param {any[]} steps */
export function newStep(type, steps) {
  const names = new Set(steps.map(({ id }) => id))
  const stem = type.split('_')[0]
  let id = stem
  for (let i = 2; names.has(id); i++) id = `${stem}_${i}`
  const config = {
    id_verification: { faceCheck: 'none', allowPhotoUpload: false },
    custom_form: { questions: [], rules: [] },
    esign: { documents: [] },
  }[type]
  return { id, type, ...(config && { config }) }
}

/** One check as a card. @param {any} props */
export function Step({ step, vocabulary, documents, issues, onChange, tools }) {
  const { id, type, config = {} } = step
  const setConfig = (change) => onChange({ ...step, config: { ...config, ...change } })
  const inConfig = issues
    .filter(({ path }) => path[0] === 'config')
    .map((issue) => ({ ...issue, path: issue.path.slice(1) }))
  const common = { config, setConfig, issues: inConfig, vocabulary, documents }
  const Options = { id_verification: Identity, custom_form: Form, esign: Signing }[type]
  const other = issues.filter(({ path }) => path[0] !== 'config' && path[0] !== 'id')
  return html`<fieldset class="step"><legend>${words(type)}</legend>
    <div class="row"><${Field} label="Step id" issue=${issues.find(({ path }) => path[0] === 'id')?.message}>${(
      attributes,
    ) => html`<input value=${id} autocomplete="off" spellcheck=${false}
        onInput=${(event) => onChange({ ...step, id: event.currentTarget.value })} ...${attributes} />`}<//>
      ${tools}</div>
    ${other.map(({ message }) => html`<p class="hint wrong">${message}</p>`)}
    ${Options ? html`<${Options} ...${common} />` : html`<p class="soft">This check has no options.</p>`}
  </fieldset>`
}

/** @param {any} props */
function Identity({ config, setConfig, issues }) {
  return html`
    <fieldset class="plain"><legend>Face check</legend>${Object.entries(FACE_CHECKS).map(
      ([
        value,
        label,
      ]) => html`<label class="choice"><input type="radio" checked=${(config.faceCheck ?? 'none') === value}
        onChange=${() => setConfig({ faceCheck: value })} /> <span>${label}</span></label>`,
    )}</fieldset>
    <label class="choice"><input type="checkbox" checked=${config.allowPhotoUpload ?? false}
      onChange=${(event) => setConfig({ allowPhotoUpload: event.currentTarget.checked })} /> <span>Allow photo upload</span></label>
    ${issues.map(({ message }) => html`<p class="hint wrong">${message}</p>`)}`
}

/** @param {any} props */
function Signing({ config, setConfig, issues, vocabulary, documents }) {
  return html`
    <${DocumentList} of=${config.documents ?? []} templates=${documents} classes=${vocabulary.document_classes}
      issues=${issues} onChange=${(next) => setConfig({ documents: next })} />
    <label class="choice"><input type="checkbox" checked=${config.emailSignedRecord ?? false}
      onChange=${(event) => setConfig({ emailSignedRecord: event.currentTarget.checked })} />
      <span>E-mail the signed record on completion</span></label>
    <${Field} label="Kept for">${(
      attributes,
    ) => html`<select value=${String(config.retentionYears ?? 7)}
      onChange=${(event) => setConfig({ retentionYears: Number(event.currentTarget.value) })} ...${attributes}>
      ${[1, 2, 3, 4, 5, 6, 7].map(
        (years) =>
          html`<option value=${years} selected=${years === (config.retentionYears ?? 7)}>${years} ${years === 1 ? 'year' : 'years'}</option>`,
      )}</select>`}<//>`
}
