export const trails = {
  title: 'trails',
}
