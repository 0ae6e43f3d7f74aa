// Waits for the end of `vskit exec`, and ends the command if `vskit exec` was killed.
import { endMarked } from './descendants.ts'

const [mark, pid] = process.argv.slice(2)
let input = ''
for await (const chunk of process.stdin) input += String(chunk)
if (input !== 'done') await endMarked(mark!, Number(pid))
