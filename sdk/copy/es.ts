import { journey } from '../messages/es/journey.ts'
import { signing } from '../messages/es/signing.ts'
import type { Copy } from '../messages/copy.ts'

/** Every text of `mount` in Spanish. */
const copy: Required<Copy> = { lang: 'es', dir: 'ltr', journey, signing }
export default copy
