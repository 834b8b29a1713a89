/** Pages only admins open. Their routes stand in a list of their own, which visitors of other pages do not load. */
export const isAdminAddress = (path: string): boolean => /^\/(admin|call-admin)(\/|$)/.test(path)
