import type { Language } from '../../sdk/messages/catalogue.ts'
import { hosted as hostedAr } from '../../sdk/messages/ar/hosted.ts'
import { signing as signingAr } from '../../sdk/messages/ar/signing.ts'
import { hosted as hostedDe } from '../../sdk/messages/de/hosted.ts'
import { signing as signingDe } from '../../sdk/messages/de/signing.ts'
import { type HostedMessages, hosted } from '../../sdk/messages/en/hosted.ts'
import { type SigningMessages, signing } from '../../sdk/messages/en/signing.ts'
import { hosted as hostedEs } from '../../sdk/messages/es/hosted.ts'
import { signing as signingEs } from '../../sdk/messages/es/signing.ts'
import { hosted as hostedFr } from '../../sdk/messages/fr/hosted.ts'
import { signing as signingFr } from '../../sdk/messages/fr/signing.ts'
import { languagesOf } from '../features/signing/rules/accept-language.ts'

/** Every text of the pages in one language. */
export interface Words extends Language {
  /** Name of the language in itself. */
  name: string
  text: HostedMessages
  signing: SigningMessages
}

export const ENGLISH: Words = { lang: 'en', dir: 'ltr', name: 'English', text: hosted, signing }

/** The languages of the pages, by their tags; the first is the default. */
export const LANGUAGES: Map<string, Words> = new Map(
  [
    ENGLISH,
    { lang: 'de', dir: 'ltr' as const, name: 'Deutsch', text: hostedDe, signing: signingDe },
    { lang: 'es', dir: 'ltr' as const, name: 'Español', text: hostedEs, signing: signingEs },
    { lang: 'fr', dir: 'ltr' as const, name: 'Français', text: hostedFr, signing: signingFr },
    { lang: 'ar', dir: 'rtl' as const, name: 'العربية', text: hostedAr, signing: signingAr },
  ].map((words) => [words.lang, words]),
)

const COOKIE = 'vskit_lang'

/** Cookie of the language switcher; it contains the language only. */
export function languageCookie(lang: string): string {
  return `${COOKIE}=${lang}; Path=/s; Max-Age=31536000; SameSite=Lax; HttpOnly`
}

/** Returns the texts in the language of the switcher, or undefined. */
export function chosenWords(cookies: string | undefined): Words | undefined {
  const lang = new RegExp(`(?:^|; )${COOKIE}=([\\w-]+)`).exec(cookies ?? '')?.[1]
  return lang === undefined ? undefined : LANGUAGES.get(lang)
}

/** Returns the texts in the first supported language of an `Accept-Language` header. */
export function wordsFor(acceptLanguage: string | undefined): Words {
  for (const language of languagesOf(acceptLanguage)) {
    const tag = language.toLowerCase()
    const words = LANGUAGES.get(tag) ?? LANGUAGES.get(tag.split('-')[0]!)
    if (words) return words
  }
  return ENGLISH
}
