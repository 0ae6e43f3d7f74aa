/**
 * Texts that become markup or run a script if they are not escaped. Each of their elements has a
 * marker.
 */
export const SCRIPTS: readonly string[] = [
  '<script data-xss>alert(1)</script>',
  '"><img src=x data-xss onerror=alert(2)>',
  "'><svg data-xss onload=alert(3)>",
  '</script><script data-xss>alert(4)</script>',
  '</title></textarea></style><b data-xss>5</b>',
  '<iframe data-xss srcdoc="<script>alert(6)</script>">',
  'javascript:alert(7)//<a data-xss href="javascript:alert(7)">7</a>',
  '${alert(8)}#{alert(8)}<b data-xss style="x:expression(alert(8))">',
]

/** All scripts in one text, for fields without a short limit. */
export const ALL_SCRIPTS = SCRIPTS.join(' ')
