/** Methods that are members of a path; `query` since OpenAPI 3.2. */
export const METHODS = 'get put post delete options head patch trace query'.split(' ')
