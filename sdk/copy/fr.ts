import { journey } from '../messages/fr/journey.ts'
import { signing } from '../messages/fr/signing.ts'
import type { CompleteCopy } from '../messages/copy.ts'

/** Every text of `mount` in French. */
const copy: CompleteCopy = { lang: 'fr', dir: 'ltr', journey, signing }
export default copy
