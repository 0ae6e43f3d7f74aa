/** Contrast of two colours by WCAG 2.2. A colour is `#rrggbb`. */

/** Minimum contrast of text (WCAG 2.2, 1.4.3). */
export const LEAST_CONTRAST = 4.5

/** Backgrounds behind an accent: the darkest of the light theme, the lightest of the dark theme. */
export const LIGHT_BACKGROUND = '#f2f4f7'
export const DARK_BACKGROUND = '#23282e'

export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light! + 0.05) / (dark! + 0.05)
}

/** Returns the colour, mixed with white until its contrast on the dark pages is sufficient. */
export function onDark(colour: string): string {
  for (let share = 0; share <= 1; share += 0.05) {
    const mixed = mix(colour, share)
    if (contrast(mixed, DARK_BACKGROUND) >= LEAST_CONTRAST) return mixed
  }
  return '#ffffff'
}

function mix(colour: string, share: number): string {
  const parts = channels(colour).map((part) => Math.round(part + (255 - part) * share))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

function luminance(colour: string): number {
  const [r, g, b] = channels(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}
