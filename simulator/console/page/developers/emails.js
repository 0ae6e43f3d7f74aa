import { Email } from '../shared/email.js'
import { html } from '../shared/html.js'
import { usePages } from '../shared/paging.js'
import { Badge, Json, List, Time } from '../shared/parts.js'
import { Ref } from '../shared/ref.js'

/** @param {any} props */
export function EmailSection({ place, organization }) {
  const page = usePages('/emails', { organization: organization.id, mode: place.mode })
  return html`<h1>E-mail log</h1>
    <p>${
      place.mode === 'test'
        ? 'In test mode no e-mail is sent. The suppressed e-mails are listed here.'
        : 'The simulator never sends e-mail. The e-mails of a real service are listed here.'
    }</p>
    <${List} page=${page} label="E-mails" head=${['Subject', 'To', 'Status', 'Time', 'Verification']} row=${(
      mail,
    ) => [
      html`<details><summary>${mail.subject}</summary><${Json} value=${mail.text} />
        ${mail.attachments?.map(
          ({ file_name, sha256 }) => html`
          <p>${file_name}<br /><code class="soft">${sha256}</code></p>`,
        )}</details>`,
      html`<${Email} address=${mail.to} />`,
      html`<${Badge} of=${mail.status} />`,
      html`<${Time} at=${mail.created_at} />`,
      html`<${Ref} id=${mail.session_id} />`,
    ]}>No e-mail yet. Open a verification whose applicant has an e-mail address, and mail the invitation.<//>`
}
