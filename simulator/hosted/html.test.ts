import t from 'tap'
import { type Piece, html } from './html.ts'

t.test('a value is escaped in text and in attributes', async (t) => {
  const evil = `"><script>alert('&')</script>`
  t.equal(
    html`<p title="${evil}">${evil}</p>`.text,
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;">' +
      '&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;</p>',
  )
  t.equal(html`${'&lt;'}`.text, '&amp;lt;', 'entities in a template are not escaped again')
  t.equal(html`a${'\0\x1b\t\n'}b`.text, 'a\u{fffd}\u{fffd}\t\nb')
})

t.test('templates nest, lists are joined, and empty values write nothing', async (t) => {
  const item = (name: string) => html`<li>${name}</li>`
  t.equal(html`<ul>${['<', '>'].map(item)}</ul>`.text, '<ul><li>&lt;</li><li>&gt;</li></ul>')
  t.equal(
    html`${null}${undefined}${false}${''}${0}${[[1], [false, html`<b>2</b>`]]}`.text,
    '01<b>2</b>',
  )
})

t.test('only a template counts as markup', async (t) => {
  const forged = { text: '<script>', toString: () => '<b>' } as unknown as Piece
  t.equal(html`${forged}`.text, '&lt;b&gt;')
})
