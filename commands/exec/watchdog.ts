// Waits for the end of `vskit exec`. When that was killed, its command is ended here: nobody else is left to do it.
import { endMarked } from './descendants.ts'

const [mark, pid] = process.argv.slice(2)
let said = ''
for await (const chunk of process.stdin) said += String(chunk)
if (said !== 'done') await endMarked(mark!, Number(pid))
