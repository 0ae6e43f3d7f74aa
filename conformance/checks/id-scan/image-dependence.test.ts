import t from 'tap'
import { fieldsOfImage } from './image-dependence.ts'

const scans = (...datas: [image: number, data: unknown][]) =>
  fieldsOfImage(datas.map(([image, data]) => ({ image, data })))

t.test('fields that have one value for each image depend on it', async (t) => {
  const read = (number: string, id: number) => ({ number, scan: { id }, mode: 'test' })
  t.strictSame(scans([0, read('a', 1)], [0, read('a', 2)], [1, read('b', 3)]), ['number'])
  t.strictSame(
    scans([0, { holder: { born: null } }], [0, { holder: { born: null } }], [1, undefined]),
    ['holder.born'],
    'a field that only one image has',
  )
})

t.test('fields that vary for one image do not depend on it', async (t) => {
  t.strictSame(scans([0, { name: 'a' }], [0, { name: 'b' }], [1, { name: 'c' }]), [])
  t.strictSame(
    scans([0, { name: 'a' }], [0, { name: 'a' }], [1, { name: 'b' }], [1, { name: 'a' }]),
    [],
    'a specimen at random',
  )
  t.strictSame(scans([0, { name: 'a' }], [0, { name: 'a' }], [1, { name: 'a' }]), [])
})
