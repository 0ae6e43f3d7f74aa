import t from 'tap'
import ar from './copy/ar.ts'
import de from './copy/de.ts'
import es from './copy/es.ts'
import fr from './copy/fr.ts'
import { incompleteness } from './messages/catalogue.ts'
import { journey } from './messages/en/journey.ts'
import { signing } from './messages/en/signing.ts'

const ENGLISH = { journey, signing }

t.test(
  'every language has every text, with the same placeholders and no English text',
  async (t) => {
    const values = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()
    for (const copy of [ar, de, es, fr]) {
      for (const part of ['journey', 'signing'] as const) {
        const texts: Record<string, string> = copy[part]
        t.equal(incompleteness(texts, ENGLISH[part]), undefined, `${copy.lang} ${part}`)
        for (const [key, text] of Object.entries(ENGLISH[part])) {
          t.strictSame(values(texts[key]!), values(text), `${copy.lang} ${key}`)
          // A sentence of five words is never equal in two languages.
          if (text.split(' ').length >= 5) t.not(texts[key], text, `${copy.lang} ${key}`)
        }
      }
    }
  },
)
