import { journey } from '../messages/ar/journey.ts'
import { signing } from '../messages/ar/signing.ts'
import type { Copy } from '../messages/copy.ts'

/** Every text of `mount` in Arabic. */
const copy: Required<Copy> = { lang: 'ar', dir: 'rtl', journey, signing }
export default copy
