/** The target file that is read if no other is named. */
export const DEFAULT_TARGET = 'vskit.target.yaml'
