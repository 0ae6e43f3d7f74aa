import t from 'tap'
import { imageAddressIn, outsideUrls } from './image-address.ts'

const API = 'https://us.example/v1/sessions/vs_1~a%3D/idv-image/front'

t.test('IMG-014 URLs of images that need no key are found', async (t) => {
  for (const url of [
    'https://store.example/7f3a.jpg?signature=1',
    'https://cdn.example/portrait/1',
    `${API}?sig=1`,
    `${API}?token=bt_1`,
  ])
    t.equal(imageAddressIn(JSON.stringify({ data: { link: url } })), url)
})

t.test("IMG-014 links to the API's own routes are allowed", async (t) => {
  t.equal(imageAddressIn(JSON.stringify({ data: { links: { front: API } } })), undefined)
  t.strictSame(outsideUrls(`<https://us.example/v1/sessions/vs_1>; rel="up", <${API}>`), [])
})
