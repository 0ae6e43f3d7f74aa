import t from 'tap'
import { imageUrlsIn, imageUrlsOfRecord } from './image-address.ts'

const API = 'https://us.example/v1/sessions/vs_1~a%3D/idv-image/front'
const record = (data: object) => imageUrlsOfRecord({ data }).map(({ url }) => url)

t.test('IMG-014 URLs of images that need no key are found', async (t) => {
  for (const url of [
    'https://store.example/7f3a.jpg?signature=1',
    'https://cdn.example/portrait/1',
    'https://store.example/7f3a?X-Amz-Signature=1',
    '/files/selfie/1',
    `${API}?sig=1`,
    `${API}?token=bt_1`,
  ])
    t.strictSame(record({ link: url, all: [url] }), [url, url])
  t.strictSame(imageUrlsIn('<https://store.example/7f3a.jpg>; rel="alternate"'), [
    'https://store.example/7f3a.jpg',
  ])
})

t.test("IMG-014 links to the API's own routes are allowed", async (t) => {
  t.strictSame(record({ links: { front: API, own: '/v1/sessions/vs_1/idv-image/front' } }), [])
  t.strictSame(imageUrlsIn(`<https://us.example/v1/sessions/vs_1>; rel="up", <${API}>`), [])
})

t.test('a signed URL is one of an image by the name of its member, too', async (t) => {
  const url = 'https://store.example/7f3a?sig=1'
  t.strictSame(imageUrlsOfRecord({ portrait: { url }, journey: url }), [
    { url, isOfImage: true },
    { url, isOfImage: false },
  ])
})

t.test('URLs of other things than images are allowed', async (t) => {
  t.strictSame(
    record({
      hosted_url: 'https://pages.example/j/vs_1?sig=1',
      branding: { logo: 'https://cdn.example/logo.jpg' },
      organization: { favicon: 'https://cdn.example/f.jpg', headerBanner: '/design/b.jpeg' },
      theme: { background_image: 'https://cdn.example/b.jpg?sig=1' },
      metadata: { avatar: 'https://customer.example/una.jpg' },
      console: 'https://console.example/sessions/vs_1',
    }),
    [],
  )
  t.strictSame(imageUrlsIn('<https://us.example/openapi.json>; rel="service-desc"'), [])
})
