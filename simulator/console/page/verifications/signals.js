import { useState } from 'preact/hooks'
import { call, useTask } from '../shared/api.js'
import { html } from '../shared/html.js'
import { Field, Outcome } from '../shared/parts.js'

const EXAMPLE = '{ "fraud.botScore": 4 }'

/** What screening rules will read of the applicant's device and network. @param {any} props */
export function Signals({ session }) {
  const task = useTask()
  const [mistake, setMistake] = useState('')
  const save = (event) => {
    event.preventDefault()
    let signals
    try {
      signals = JSON.parse(String(new FormData(event.currentTarget).get('signals')))
    } catch {
      return setMistake('Not JSON')
    }
    setMistake('')
    void task.run(async () => {
      await call('POST', `/sessions/${session.id}/screening_facts`, { signals })
      return 'Set: the screening rules will read it, where the workflow has device intelligence on.'
    })
  }
  return html`<details><summary>Signals of the device and network</summary><form class="form" onSubmit=${save}>
    <${Field} label="Signals" issue=${mistake}
      hint="Without a word they are those of an ordinary person.">${(attributes) => html`
      <textarea name="signals" rows="3" spellcheck=${false} defaultValue=${EXAMPLE} ...${attributes} />`}<//>
    <${Outcome} task=${task} /><p><button disabled=${task.busy}>Set</button></p></form></details>`
}
