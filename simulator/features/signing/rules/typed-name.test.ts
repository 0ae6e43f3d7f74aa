import t from 'tap'
import { type HeldName, isNameOf } from './typed-name.ts'

const ANA: HeldName = { family_name: 'Okafor Lindqvist', given_names: ['Ana', 'María'] }
const JOSE: HeldName = { family_name: 'García-Márquez', given_names: ['José'], name_suffix: 'Jr.' }
const YAMADA: HeldName = { family_name: '山田', given_names: ['太郎'] }
const ONEIL: HeldName = { family_name: 'O’Neil', given_names: ['Sean'] }
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
    ['José GarcíaMárquez', JOSE, true],
    ['山田太郎', YAMADA, true],
    ['山田 太郎', YAMADA, true],
    ['太郎', YAMADA, false],
    ['山田花子', YAMADA, false],
    ['山田太郎', { given_names: [], legal_name: '山田 太郎' }, true],
    ['JÖRG STRASSE', { family_name: 'Straße', given_names: ['Jörg'] }, true],
    ['Jörg Straße', { family_name: 'STRASSE', given_names: ['JÖRG'] }, true],
    ['Sean ONeil', ONEIL, true],
    ["Sean O'Neil", ONEIL, true],
    ['Sean O Neil', ONEIL, true],
    ['Sean Neil', ONEIL, false],
    ['a'.repeat(199), { family_name: 'a aa', given_names: ['aaa', 'a'] }, true],
    [`${'a'.repeat(199)}b`, { family_name: 'a aa', given_names: ['aaa', 'a'] }, false],
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
    ['-', { family_name: '-', given_names: [] }, true],
    ['👨‍👩', { family_name: '👨‍👩', given_names: [] }, true],
    ['中 村', { family_name: '中', given_names: ['村'] }, true],
  ]
  for (const [typed, held, holds] of rows)
    t.equal(isNameOf(typed, held), holds, `${typed} of ${JSON.stringify(held)}`)
})

t.test('words that are made of each other are compared in milliseconds', async (t) => {
  const word = (length: number) => 'a'.repeat(length)
  const family_name = Array.from({ length: 12 }, (_, i) => word(i + 1)).join(' ')
  const held = { family_name, given_names: Array.from({ length: 10 }, (_, i) => word(i + 13)) }
  const before = process.cpuUsage()
  t.equal(isNameOf(word(1200), held), false)
  const { user } = process.cpuUsage(before)
  t.ok(user < 500_000, `${user} µs`)
  t.equal(isNameOf(`${held.given_names.join(' ')} ${family_name}`, held), true, 'with its spaces')
})
