/** Escapes text for HTML. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** Renders a description: text between backticks becomes code. */
export function prose(text: string): string {
  return text
    .split('`')
    .map((part, i) => (i % 2 === 1 ? `<code>${escaped(part)}</code>` : escaped(part)))
    .join('')
}

/** A whole page, without scripts. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escaped(title)} · vskit</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/console/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/console/style.css">
</head>
<body class="docs">
<header><a class="brand" href="/"><img src="/console/icon.svg" alt="" width="24" height="24"> vskit console</a>
<nav aria-label="Documentation" class="views"><a href="/docs/api">Public API</a> <a href="/docs/control">Control API</a>
<a href="/docs/errors">Errors</a></nav></header>
<main>${body}</main>
</body>
</html>
`
}
