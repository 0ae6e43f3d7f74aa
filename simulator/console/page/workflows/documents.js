import { sentence } from '../shared/format.js'
import { html } from '../shared/html.js'
import { Button } from '../shared/parts.js'

/** Documents of a signing step: a published template, or a text written here. @param {any} props */
export function DocumentList({ of, templates, classes, issues, onChange }) {
  const put = (i, next) => onChange(of.with(i, next))
  const add = (document) => onChange([...of, { id: `document_${of.length + 1}`, ...document }])
  return html`${of.map(
    (document, i) => html`<fieldset class="plain"><legend>Document ${i + 1}</legend>
      ${'documentTemplateId' in document ? fromTemplate(document, templates, (next) => put(i, next)) : written(document, classes, (next) => put(i, next))}
      ${issues
        .filter(({ path }) => path[0] === 'documents' && path[1] === i)
        .map(
          ({ path, message }) =>
            html`<p class="hint wrong">${path.slice(2).join('.')} ${message}</p>`,
        )}
      <${Button} onClick=${() => onChange(of.toSpliced(i, 1))}>Remove document ${i + 1}<//></fieldset>`,
  )}
  ${issues
    .filter(({ path }) => path[0] !== 'documents' || path.length === 1)
    .map(({ message }) => html`<p class="hint wrong">${message}</p>`)}
  <div class="actions"><${Button} onClick=${() => add({ documentTemplateId: '' })}>Add a published document<//>
    <${Button} onClick=${() => add({ title: '', body: '' })}>Write a document here<//></div>`
}

function fromTemplate(document, templates, put) {
  const { documentTemplateId: id, documentVersion: version } = document
  const chosen = templates.find((template) => template.id === id)
  const setVersion = (value) => {
    const { documentVersion: _old, ...rest } = document
    put(value === '' ? rest : { ...rest, documentVersion: Number(value) })
  }
  return html`<label class="stacked">Document template <select value=${id}
      onChange=${(event) => put({ id: document.id, documentTemplateId: event.currentTarget.value })}>
      <option value="">Choose one</option>
      ${templates.map((one) => html`<option value=${one.id} selected=${one.id === id}>${one.name}</option>`)}</select></label>
    ${
      chosen &&
      html`<label class="stacked">Version <select value=${version ?? ''} onChange=${(event) => setVersion(event.currentTarget.value)}>
        <option value="">The newest at the time of opening</option>
        ${chosen.versions.map((one) => html`<option value=${one.version} selected=${one.version === version}>${one.version}</option>`)}
      </select></label>`
    }`
}

/** The class is chosen by the author: none is selected in advance (DOC). */
function written(document, classes, put) {
  const set = (name) => (event) => put({ ...document, [name]: event.currentTarget.value })
  const acknowledge = (event) => {
    const { carveOutsAcknowledged: _old, ...rest } = document
    put(event.currentTarget.checked ? { ...rest, carveOutsAcknowledged: true } : rest)
  }
  return html`<label class="stacked">Title <input value=${document.title} onInput=${set('title')} /></label>
    <label class="stacked">Document class <select class="document-class" value=${document.documentClass ?? ''} onChange=${set('documentClass')}>
      <option value="" disabled selected=${!document.documentClass}>Choose a class</option>
      ${classes.map((name) => html`<option value=${name} selected=${name === document.documentClass}>${sentence(name)}</option>`)}
    </select></label>
    <label class="stacked">Text <textarea rows="4" value=${document.body} onInput=${set('body')} /></label>
    <label class="choice"><input type="checkbox" checked=${document.carveOutsAcknowledged === true} onChange=${acknowledge} />
      <span>The document is not one of those that may not be signed electronically</span></label>`
}
