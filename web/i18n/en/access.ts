export const access = {
  title: 'access',
}
