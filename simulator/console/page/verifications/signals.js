import { useState } from 'preact/hooks'
import { call, useTask } from '../shared/api.js'
import { html } from '../shared/html.js'
import { Field, Outcome } from '../shared/parts.js'

const EXAMPLE = '{ "fraud.botScore": 4 }'

/** The device and network signals that screening rules read. @param {any} props */
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
      return 'The signals are set. Screening rules read them if the workflow has device intelligence on.'
    })
  }
  return html`<details><summary>Device and network signals</summary><form class="form" onSubmit=${save}>
    <${Field} label="Signals" issue=${mistake}
      hint="Default: the signals of an ordinary visitor.">${(attributes) => html`
      <textarea name="signals" rows="3" spellcheck=${false} defaultValue=${EXAMPLE} ...${attributes} />`}<//>
    <${Outcome} task=${task} /><p><button disabled=${task.busy}>Set</button></p></form></details>`
}
