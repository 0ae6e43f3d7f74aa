import fc from 'fast-check'
import t from 'tap'
import { ApiError, type Issue } from '../call/errors.ts'
import type { FormPart } from '../call/form-part.ts'
import { formValue, parseMultipart } from './multipart.ts'
import { rounds } from '../../tools/testing/rounds.ts'

const TYPE = 'multipart/form-data; boundary=b'

/** A body of parts as text, each with its headers; the last boundary closes it. */
function bodyOf(...parts: string[]): Buffer {
  return Buffer.from(`${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`, 'latin1')
}

const field = (name: string, value: string): string =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`

/** The parts as text, or the one issue of the refusal. */
function read(body: Buffer | string, type = TYPE): string[] | Issue {
  try {
    return parseMultipart(Buffer.from(body as string, 'latin1'), type).map(
      ({ name, filename, bytes }) =>
        [name, ...(filename === undefined ? [] : [filename]), bytes.toString('latin1')].join('|'),
    )
  } catch (error) {
    const { code, details } = error as ApiError
    if (!(error instanceof ApiError) || code !== 'validation_error') throw error
    return (details.issues as Issue[])[0]!
  }
}

t.test('forms of other programs are read correctly', async (t) => {
  const form = new FormData()
  const bytes = Uint8Array.from({ length: 3000 }, (_, i) => (i * 7) % 256)
  form.append('front', new Blob([bytes], { type: 'image/jpeg' }), 'Frönt "1".jpg')
  form.append('empty', '')
  form.append('näme', 'a\r\n--b\r\nünd')
  form.append('front', new Blob([]), 'nothing')
  const wire = new Response(form)
  const parts = parseMultipart(
    Buffer.from(await wire.arrayBuffer()),
    wire.headers.get('content-type')!,
  )
  t.strictSame(
    parts.map(({ name, filename }) => [name, filename]),
    [
      ['front', 'Frönt %221%22.jpg'],
      ['empty', undefined],
      ['näme', undefined],
      ['front', 'nothing'],
    ],
  )
  t.strictSame(
    parts.map(({ bytes }) => bytes),
    [Buffer.from(bytes), Buffer.alloc(0), Buffer.from('a\r\n--b\r\nünd'), Buffer.alloc(0)],
  )
})

t.test('optional syntax of the standard is accepted', async (t) => {
  const x = field('x', '1')
  t.strictSame(read(bodyOf(x, field('y', '2'))), ['x|1', 'y|2'])
  t.strictSame(
    read(`--b \t\r\n${x}\r\n--b--`),
    ['x|1'],
    'blanks after a boundary, no line end after the last',
  )
  t.strictSame(
    read(`dear server\r\n--b\r\n${x}\r\n--b--\r\n--b\r\nno part`),
    ['x|1'],
    'a preamble and an epilogue',
  )
  const odd =
    "X-Own: 1\r\ncontent-DISPOSITION:form-data;name=x;  filename*=UTF-8''f\r\nContent-Type: text/plain"
  t.strictSame(
    read(bodyOf(`${odd}\r\n\r\n1`)),
    ["x|UTF-8''f|1"],
    'any case, other headers, values without quotes',
  )
  const quoted = String.raw`Content-Disposition: form-data; filename="C:\a;name=z\"q.jpg"; name="x"`
  t.strictSame(
    read(bodyOf(`${quoted}\r\n\r\n1`)),
    [String.raw`x|C:\a;name=z"q.jpg|1`],
    'an odd file name',
  )
  const empty = 'Content-Disposition: form-data; name="x"; filename=""'
  t.strictSame(read(bodyOf(`${empty}\r\n\r\n`)), ['x||'], 'a form field without a file')
  const rare = "a'()+_,-./:=? z"
  const type = `Multipart/Form-Data; charset=utf-8; Boundary="${rare}"`
  t.strictSame(read(`--${rare}\r\n${x}\r\n--${rare}--`, type), ['x|1'])
  t.strictSame(read('--b--\r\n'), [], 'no part at all')
  t.strictSame(
    read(bodyOf(field('x', '\r\n-\r\n--\r\n--B\r\n'))),
    ['x|\r\n-\r\n--\r\n--B\r\n'],
    'no boundaries',
  )
})

t.test('broken framing is refused, and the issue says what was expected', async (t) => {
  const whole = bodyOf(field('x', '1'), field('y', '2'))
  const table: [what: string, body: Buffer | string, message: RegExp, type?: string][] = [
    ['nothing', '', /closing boundary, got the end/],
    ['no boundary in the type', whole, /boundary of 1 to 70/, 'multipart/form-data'],
    ['an empty boundary', whole, /boundary of 1 to 70/, 'multipart/form-data; boundary=""'],
    [
      'a long boundary',
      whole,
      /boundary of 1 to 70/,
      `multipart/form-data; boundary=${'b'.repeat(71)}`,
    ],
    ['another boundary', whole, /closing boundary/, 'multipart/form-data; boundary=c'],
    [
      'line feeds alone',
      whole.toString().replaceAll('\r\n', '\n'),
      /end of the line after a boundary/,
    ],
    [
      'a boundary that goes on',
      `--bb\r\n${field('x', '1')}\r\n--b--`,
      /end of the line after a boundary/,
    ],
    ['no blank line', bodyOf('Content-Disposition: form-data; name="x"'), /blank line/],
    ['no headers', bodyOf('\r\n1'), /form-data with a name/],
    ['a part of nothing', '--b\r\n--b--', /blank line/],
    [
      'endless headers',
      bodyOf(`X: ${'x'.repeat(9000)}\r\n${field('x', '1')}`),
      /at most 8192 bytes/,
    ],
    ['no disposition', bodyOf('Content-Type: text/plain\r\n\r\n1'), /form-data with a name/],
    [
      'another disposition',
      bodyOf('Content-Disposition: attachment; name="x"\r\n\r\n1'),
      /form-data with a name/,
    ],
    [
      'no name',
      bodyOf('Content-Disposition: form-data; filename="x"\r\n\r\n1'),
      /form-data with a name/,
    ],
  ]
  for (const [what, body, message, type] of table) {
    t.match(read(body, type), { code: 'custom', path: [], message }, what)
  }
  const many = (count: number): Buffer =>
    bodyOf(...Array.from({ length: count }, (_, i) => field(`x${i}`, '')))
  t.match(read(many(21)), { code: 'too_big', path: [], message: /at most 20 parts/ })
  t.equal((read(many(20)) as string[]).length, 20)
})

t.test('every truncation is detected, up to the closing boundary', async (t) => {
  const body = bodyOf(field('x', 'one'), field('y', 'two'))
  const closed = body.length - 2
  for (let length = 0; length < closed; length++) {
    t.match(read(body.subarray(0, length)), { code: 'custom', path: [] }, `${length} bytes`)
  }
  t.strictSame(read(body.subarray(0, closed)), ['x|one', 'y|two'])
})

const LOOKALIKES = ['\r\n', '\r\n--', '--b--', '\r\n\r\n', '\r\n--boundar']

t.test('a valid form is parsed into its parts', async () => {
  const part = fc.record({
    name: fc.string({ minLength: 1, maxLength: 30 }).filter((name) => !/[\r\n]/.test(name)),
    filename: fc.option(fc.constantFrom('', 'a.jpg', 'a;b"c\\.png'), { nil: undefined }),
    bytes: fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom(...LOOKALIKES).map((text) => Buffer.from(text)),
    ),
  })
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`
      const body = Buffer.concat([
        ...parts.flatMap(({ name, filename, bytes }) => [
          Buffer.from(
            `--boundary-of-this\r\nContent-Disposition: form-data; name=${quoted(name)}` +
              `${filename === undefined ? '' : `; filename=${quoted(filename)}`}\r\n\r\n`,
          ),
          bytes,
          Buffer.from('\r\n'),
        ]),
        Buffer.from('--boundary-of-this--\r\n'),
      ])
      const read = parseMultipart(body, 'multipart/form-data; boundary=boundary-of-this')
      const sent = parts.map(({ name, filename, bytes }): FormPart => ({
        name,
        ...(filename !== undefined && { filename }),
        bytes: Buffer.from(bytes),
      }))
      if (!isSame(read, sent))
        throw new Error(`sent ${JSON.stringify(sent)}, read ${JSON.stringify(read)}`)
    }),
  )
})

t.test(
  'random and damaged bodies are parsed or refused with an error of the contract',
  async () => {
    const pieces = fc.array(
      fc.oneof(
        fc.constantFrom(
          '--b',
          '--',
          '\r\n',
          '\r',
          '\n',
          ' ',
          '\t',
          ':',
          ';',
          '"',
          '\\',
          '=',
          'name',
          'form-data',
          'Content-Disposition: form-data; name="x"',
          '\u0000',
          'ü',
        ),
        fc.string({ maxLength: 5 }),
      ),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(pieces, (texts) => {
        read(Buffer.from(texts.join('')))
      }),
      { numRuns: rounds(2000) },
    )
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        fc.string({ maxLength: 100 }),
        (bytes, type) => {
          read(Buffer.from(bytes), type)
        },
      ),
    )
    const body = bodyOf(field('x', 'one'), field('y', 'two'))
    fc.assert(
      fc.property(fc.nat(body.length - 1), fc.uint8Array({ maxLength: 20 }), (at, bytes) => {
        read(Buffer.concat([body.subarray(0, at), bytes, body.subarray(at + bytes.length)]))
      }),
    )
  },
)

t.test(
  'the form as an object for the schema: texts by name, files without their bytes',
  async (t) => {
    const bytes = Buffer.from('pass')
    t.strictSame(
      formValue([
        { name: 'a', bytes },
        { name: 'f', filename: '', bytes },
      ]),
      { a: 'pass', f: '' },
    )
    t.ok(
      Object.hasOwn(formValue([{ name: '__proto__', bytes }]), '__proto__'),
      'a name like any other',
    )
    t.equal(formValue([{ name: 'a', bytes: Buffer.alloc(5000, 'x') }]).a!.length, 1024)
  },
)

function isSame(a: FormPart[], b: FormPart[]): boolean {
  return (
    a.length === b.length &&
    a.every(
      (part, i) =>
        part.name === b[i]!.name &&
        part.filename === b[i]!.filename &&
        part.bytes.equals(b[i]!.bytes),
    )
  )
}
