const names = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i

/** Whether a name or address always leads to this machine, so that its traffic needs no https. */
export const isOwnMachine = (host: string): boolean => names.test(host)
