import { reveals } from '../../http/json.ts'
import { SECRET_ENCODINGS, secretKey } from '../../receiver/signature.ts'

const KEY_BYTES = 32

/**
 * Whether a response shows a signing secret: its text without a prefix, or its bytes in hex or
 * base64. Anyone who reads the bytes can sign, whatever their encoding.
 */
export function showsSecret(response: string | undefined, secret: string): boolean {
  return [...formsOf(secret)].some((form) => reveals(response, form))
}

function formsOf(secret: string): Set<string> {
  const forms = new Set([secret.replace(/^[a-z]+_/, '')])
  for (const encoding of SECRET_ENCODINGS) {
    const key = secretKey(secret, encoding)
    // Fewer bytes come from a text in another encoding, and may occur by chance.
    if (key === undefined || key.byteLength < KEY_BYTES) continue
    const hex = key.toString('hex')
    forms.add(hex).add(hex.toUpperCase())
    // Padding and the alphabet vary.
    forms.add(key.toString('base64').replace(/=+$/, '')).add(key.toString('base64url'))
  }
  return forms
}
