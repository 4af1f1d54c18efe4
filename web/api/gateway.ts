/** Whether this status may come from a proxy in front of a server that does not respond. */
export const isGatewayStatus = (status: number): boolean => [502, 503, 504].includes(status)
