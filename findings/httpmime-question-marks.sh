#!/bin/sh
# Surprising: Apache HttpClient's MultipartEntityBuilder replaces every letter outside ASCII in a file name by "?" unless a mode is set: "Prüfung 証跡.pdf" arrives as "Pr?fung ??.pdf". There is no error, setCharset does not help in the default mode, and two names can become one.
# The same default mode rewrites a media type: `text/csv;charset="UTF-8"` leaves as `text/csv; charset=UTF-8`.
# Affects: servers with uploads from Java programs that were tested only with ASCII names. HttpMultipartMode.RFC6532 sends UTF-8.
# Version: libhttpmime-java 4.5.14-1 (Debian 12).
# Source: https://hc.apache.org/httpcomponents-client-4.5.x/current/httpmime/apidocs/org/apache/http/entity/mime/HttpMultipartMode.html
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
if ! command -v javac > /dev/null || [ ! -e /usr/share/java/httpmime.jar ]; then
  apt-get install -y -qq --no-install-recommends default-jdk-headless libhttpclient-java libhttpmime-java > /dev/null
fi
cat > form.java <<'JAVA'
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.mime.HttpMultipartMode;
import org.apache.http.entity.mime.MultipartEntityBuilder;

public class Form {
    static void show(String label, MultipartEntityBuilder builder) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        builder.addBinaryBody("file", new byte[] {120}, ContentType.parse("text/csv;charset=\"UTF-8\""), "Prüfung 証跡.pdf").build().writeTo(out);
        for (String line : out.toString(StandardCharsets.UTF_8).split("\r\n"))
            if (line.startsWith("Content-")) System.out.println(label + ": " + line);
    }

    public static void main(String[] args) throws Exception {
        show("default", MultipartEntityBuilder.create());
        show("default with setCharset", MultipartEntityBuilder.create().setCharset(StandardCharsets.UTF_8));
        show("RFC6532", MultipartEntityBuilder.create().setMode(HttpMultipartMode.RFC6532));
    }
}
JAVA
jars=/usr/share/java
LC_ALL=C.UTF-8 java -Dfile.encoding=UTF-8 -Dsun.stdout.encoding=UTF-8 -cp "$jars/httpclient.jar:$jars/httpcore.jar:$jars/httpmime.jar:$jars/commons-logging.jar" form.java > out.txt
cat out.txt
grep -q '^default: .*filename="Pr?fung ??.pdf"$' out.txt && grep -q '^RFC6532: .*filename="Prüfung 証跡.pdf"$' out.txt && grep -q '^default: Content-Type: text/csv; charset=UTF-8$' out.txt
# Seen on 2026-11-27:
#   default: Content-Disposition: form-data; name="file"; filename="Pr?fung ??.pdf"
#   default: Content-Type: text/csv; charset=UTF-8
#   default with setCharset: Content-Disposition: form-data; name="file"; filename="Pr?fung ??.pdf"
#   RFC6532: Content-Disposition: form-data; name="file"; filename="Prüfung 証跡.pdf"
