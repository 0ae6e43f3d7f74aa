import { parentPort } from 'node:worker_threads'

/** Behaves as the title of the document says. */
parentPort!.on('message', ({ input: [document] }: { input: [{ title: string } | string] }) => {
  const wish = typeof document === 'string' ? document : document.title
  if (wish === 'exit') process.exit(3)
  if (wish === 'throw') throw new Error('thrown')
  parentPort!.postMessage({ value: 'drawn' })
})
