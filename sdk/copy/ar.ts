import { journey } from '../messages/ar/journey.ts'
import { signing } from '../messages/ar/signing.ts'
import type { CompleteCopy } from '../messages/copy.ts'

/** Every text of `mount` in Arabic. */
const copy: CompleteCopy = { lang: 'ar', dir: 'rtl', journey, signing }
export default copy
