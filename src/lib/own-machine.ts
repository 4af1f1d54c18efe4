const localHosts = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i

/** Whether a name or address always means this machine, so that connections to it need no https. */
export const isOwnMachine = (host: string): boolean => localHosts.test(host)
