import { journey } from '../messages/es/journey.ts'
import { signing } from '../messages/es/signing.ts'
import type { CompleteCopy } from '../messages/copy.ts'

/** Every text of `mount` in Spanish. */
const copy: CompleteCopy = { lang: 'es', dir: 'ltr', journey, signing }
export default copy
