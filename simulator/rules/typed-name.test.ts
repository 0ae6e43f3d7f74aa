import t from 'tap'
import { type HeldName, isNameOf } from './typed-name.ts'

const ANA: HeldName = { family_name: 'Okafor Lindqvist', given_names: ['Ana', 'María'] }
const JOSE: HeldName = { family_name: 'García-Márquez', given_names: ['José'], name_suffix: 'Jr.' }
const MONONYM: HeldName = { family_name: 'Kembangrasa', given_names: [] }
const CAPTURED: HeldName = { given_names: [], legal_name: 'Odette van der Quayle' }

t.test('a typed name against the name on record', async (t) => {
  const rows: [typed: string, held: HeldName, holds: boolean][] = [
    ['Ana María Okafor Lindqvist', ANA, true],
    ['ana maria okafor lindqvist', ANA, true],
    ['  OKAFOR  LINDQVIST,  Ana ', ANA, true],
    ['María Okafor Lindqvist', ANA, true],
    ['Ana Okafor', ANA, false],
    ['Okafor Lindqvist', ANA, false],
    ['Ana María', ANA, false],
    ['Ana Smith Okafor Lindqvist', ANA, false],
    ['Bram Stoker', ANA, false],
    ['Jose Garcia Marquez', JOSE, true],
    ['José García-Márquez Jr', JOSE, true],
    ['José GarcíaMárquez', JOSE, false],
    ['Kembangrasa', MONONYM, true],
    ['Odette van der Quayle', CAPTURED, true],
    ['Odette Quayle', CAPTURED, true],
    ['Quayle', CAPTURED, false],
    ['Odette van der', CAPTURED, false],
    ['Odette Smith Quayle', CAPTURED, false],
    ['...', ANA, false],
    ['Whoever I am', {}, true],
    ['Whoever I am', { given_names: [], family_name: '' }, true],
    ['...', {}, false],
    ['中 村', { family_name: '中', given_names: ['村'] }, true],
  ]
  for (const [typed, held, holds] of rows)
    t.equal(isNameOf(typed, held), holds, `${typed} of ${JSON.stringify(held)}`)
})
