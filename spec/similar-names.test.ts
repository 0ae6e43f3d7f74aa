import t from 'tap'
import { didYouMean, nearestNames } from './similar-names.ts'

const KNOWN = ['sessions', 'evidence_images', 'us', 'receiver.signature-required']

t.test('the known name that was meant', async (t) => {
  for (const [given, meant] of [
    ['session', 'sessions'],
    ['sesions', 'sessions'],
    ['evidenceImages', 'evidence_images'],
    ['receiver.sig', 'receiver.signature-required'],
    ['su', 'us'],
    ['USA', 'us'],
  ] as const)
    t.equal(nearestNames(given, KNOWN)[0], meant, given)
})

t.test('a name that resembles none, although it shares a long prefix', async (t) => {
  for (const given of ['applicants', '', 'zebra', 'receiver.none'])
    t.equal(didYouMean(given, KNOWN), '', given)
  t.equal(didYouMean('x'.repeat(1_000_000), KNOWN), '', 'is not compared completely')
})

t.test('a sentence for messages', async (t) => {
  t.equal(didYouMean('sesions', KNOWN), " Did you mean 'sessions'?")
  t.equal(didYouMean('sesions', KNOWN, '"'), ' Did you mean "sessions"?')
  t.equal(didYouMean('zebra', KNOWN), '')
})
