import java.io.File;
import java.nio.charset.StandardCharsets;
import okhttp3.*;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.mime.HttpMultipartMode;
import org.apache.http.entity.mime.MultipartEntityBuilder;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.util.EntityUtils;

/** Uploads files with a library. Arguments: its name, then URL, path, name and type of each file. */
public class Upload {
    static final String AUTHORIZATION = "Bearer " + System.getenv("UPLOAD_TOKEN");

    public static void main(String[] args) throws Exception {
        for (int i = 1; i + 3 < args.length; i += 4) {
            File file = new File(args[i + 1]);
            String name = args[i + 2], type = args[i + 3];
            if (args[0].equals("okhttp")) okhttp(args[i], file, name, type);
            else apache(args[0], args[i], file, name, type);
        }
    }

    static void okhttp(String url, File file, String name, String type) throws Exception {
        MultipartBody body = new MultipartBody.Builder().setType(MultipartBody.FORM)
            .addFormDataPart("file", name, RequestBody.create(MediaType.parse(type), file)).build();
        Request request = new Request.Builder().url(url).header("Authorization", AUTHORIZATION).post(body).build();
        try (Response response = new OkHttpClient().newCall(request).execute()) {
            System.out.println(response.code() + "\t" + response.body().string());
        }
    }

    static void apache(String mode, String url, File file, String name, String type) throws Exception {
        MultipartEntityBuilder builder = MultipartEntityBuilder.create();
        if (mode.equals("httpmime-rfc6532")) builder.setMode(HttpMultipartMode.RFC6532);
        if (mode.equals("httpmime-browser")) builder.setMode(HttpMultipartMode.BROWSER_COMPATIBLE).setCharset(StandardCharsets.UTF_8);
        HttpPost post = new HttpPost(url);
        post.setHeader("Authorization", AUTHORIZATION);
        post.setEntity(builder.addBinaryBody("file", file, ContentType.parse(type), name).build());
        try (var client = HttpClients.createDefault(); var response = client.execute(post)) {
            System.out.println(response.getStatusLine().getStatusCode() + "\t" + EntityUtils.toString(response.getEntity()));
        }
    }
}
