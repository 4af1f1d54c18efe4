# Uploads files with curl. Arguments: URL, path, name and type of each file.
set -eu
while [ $# -ge 4 ]; do
  name=$(printf %s "$3" | sed 's/"/\\"/g')
  curl -sS -H "Authorization: Bearer $UPLOAD_TOKEN" -F "file=@$2;type=$4;filename=\"$name\"" -w '\n%{http_code}\n' "$1" | {
    read -r text
    read -r status
    printf '%s\t%s\n' "$status" "$text"
  }
  shift 4
done
