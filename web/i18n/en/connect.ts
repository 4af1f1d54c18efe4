export const connect = {
  title: 'connect',
}
