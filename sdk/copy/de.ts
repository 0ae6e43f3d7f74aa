import { journey } from '../messages/de/journey.ts'
import { signing } from '../messages/de/signing.ts'
import type { CompleteCopy } from '../messages/copy.ts'

/** Every text of `mount` in German. */
const copy: CompleteCopy = { lang: 'de', dir: 'ltr', journey, signing }
export default copy
